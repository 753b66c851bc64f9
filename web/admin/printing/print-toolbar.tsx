import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { AutoSubmitSelect } from '#web/ui/fields/auto-submit-select.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Paper } from './paper.ts'

type Props = {
  title: string
  lead?: string
  back: { to: string; title: string }
  paper: Paper
  papers: readonly Option[]
  children?: ReactNode
}

/** What is on the screen only. The form carries the page's other parameters. */
export function PrintToolbar({ title, lead, back, paper, papers, children }: Props) {
  const [params] = useSearchParams()
  return (
    <div className="print:hidden">
      <ScreenHeader title={title} lead={lead}>
        <HeaderLink to={back.to}>{back.title}</HeaderLink>
        {children}
        <Form className="flex items-center gap-2">
          {[...params].map(([name, value]) =>
            name === 'format' ? null : (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ),
          )}
          <label htmlFor="format" className="text-ink-soft">
            Paper
          </label>
          <AutoSubmitSelect
            id="format"
            name="format"
            key={paper}
            defaultValue={paper}
            options={papers}
            submitLabel="Change"
            className="min-h-9 cursor-pointer bg-transparent"
          />
        </Form>
        <Button onClick={() => window.print()}>Print</Button>
      </ScreenHeader>
    </div>
  )
}
