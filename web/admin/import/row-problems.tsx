type CellProblem = { column: string; value: string; problem: string }

/** Why a row of a file can't be imported. */
export function RowProblems({ problems }: { problems: CellProblem[] }) {
  return (
    <ul className="max-w-[70ch] py-1">
      {problems.map(({ column, value, problem }) => (
        <li key={column + problem}>
          {column && <b className="font-normal text-rosewood">{column}</b>}
          {value && <q className="mx-1 text-ink-soft">{value}</q>} {problem}
        </li>
      ))}
    </ul>
  )
}
