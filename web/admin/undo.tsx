import { Form } from 'react-router'
import type { StatusChange } from '#core/catalog/keep-products.server.ts'
import { PUBLISH_STATUSES } from '#core/catalog/standing.ts'

/** Right after the act: each product as it stood before. */
export function Undo({ all, act }: { all: StatusChange[]; act?: string }) {
  return (
    <Form method="post" className={act ? '' : 'mb-4'}>
      {act && <input type="hidden" name="act" value={act} />}
      {all.map(({ id, was }) => (
        <input key={id} type="hidden" name="was" value={`${was}:${id}`} />
      ))}
      <button type="submit" className="link-line min-h-9 cursor-pointer">
        Undo
      </button>
    </Form>
  )
}

export function readWas(said: FormDataEntryValue[]): StatusChange[] {
  return said.slice(0, 500).flatMap((one) => {
    const [standing, id] = String(one).split(':')
    const was = PUBLISH_STATUSES.find((known) => known === standing)
    return was && id ? [{ id, was }] : []
  })
}
