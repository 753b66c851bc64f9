import { RichTextSections } from '#web/rich-text/rich-text.tsx'
import { Article, ArticleSection } from '../article.tsx'
import { documentSources } from './document-sources.tsx'
import type { PageData } from './load-content.server.ts'

export function PageArticle({ page }: { page: PageData }) {
  const { title, lead, effectiveDate, isDemoTerms, body, sources } = page
  return (
    <Article title={title} lead={lead} {...(effectiveDate && { effectiveDate })}>
      {isDemoTerms && (
        <ArticleSection title="Demo store">
          <p>This store is a demo. Nothing here is sold or shipped, and no card is charged.</p>
        </ArticleSection>
      )}
      <RichTextSections document={body} sources={documentSources(sources)} />
    </Article>
  )
}
