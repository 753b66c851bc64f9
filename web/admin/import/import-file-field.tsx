type Props = { label: string; accept: string; error: string | null }

/** The file of an import, with why the last one was refused. */
export function ImportFileField({ label, accept, error }: Props) {
  return (
    <>
      <div>
        <label htmlFor="import-file" className="block text-ink-soft">
          {label}
        </label>
        <input
          id="import-file"
          type="file"
          name="file"
          required
          accept={accept}
          aria-describedby={error ? 'import-error' : undefined}
          className="mt-1 w-full file:mr-4 file:min-h-9 file:cursor-pointer file:border file:border-control file:bg-transparent file:px-4"
        />
      </div>
      {error && (
        <p id="import-error" role="alert" className="max-w-prose text-rosewood">
          {error}
        </p>
      )}
    </>
  )
}
