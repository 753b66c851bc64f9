import { Fragment, type ReactNode } from 'react'
import type {
  RichTextInline,
  RichTextMark,
  RichTextNode,
  RichText as RichTextSource,
} from '#core/content/rich-text.ts'
import type { RichTextBlock, RichTextValue } from '#core/content/rich-text-names.ts'
import { isSafeLink } from '#core/content/safe-link.ts'
import type { Picture as PictureSource } from '#core/media/picture.ts'
import { ArticleSection } from '../storefront/article.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { RichTextPicture } from './rich-text-picture.tsx'

/** What a document refers to. A picture or product that no longer exists is left out. */
export type RichTextSources = {
  values: Partial<Record<RichTextValue, string>>
  pictures: Record<string, PictureSource>
  renderBlock?(name: RichTextBlock): ReactNode
  renderProduct?(id: string): ReactNode
}

type Props = { document: RichTextSource; sources: RichTextSources }

/** For posts: one column. */
export function RichText({ document, sources }: Props) {
  return <div className="max-w-prose space-y-5">{renderNodes(document.content, sources)}</div>
}

/** For policy pages: each heading of level 2 starts a section with the heading beside it. */
export function RichTextSections({ document, sources }: Props) {
  return (
    <>
      {splitSections(document.content).map(({ key, title, content }) =>
        title ? (
          <ArticleSection key={key} title={renderInlines(title, sources)}>
            {renderNodes(content, sources)}
          </ArticleSection>
        ) : (
          <div key={key} className="max-w-prose space-y-5 pb-14">
            {renderNodes(content, sources)}
          </div>
        ),
      )}
    </>
  )
}

type Section = { key: number; title: RichTextInline[] | null; content: RichTextNode[] }

function splitSections(nodes: RichTextNode[]): Section[] {
  const sections: Section[] = []
  for (const [key, node] of nodes.entries()) {
    const isTitle = node.type === 'heading' && node.attrs.level === 2
    if (isTitle) sections.push({ key, title: node.content ?? [], content: [] })
    else if (sections.length) sections.at(-1)?.content.push(node)
    else sections.push({ key, title: null, content: [node] })
  }
  return sections
}

type ListItem = Extract<RichTextNode, { type: 'bulletList' }>['content'][number]
type AnyNode = RichTextNode | ListItem

function renderNodes(nodes: readonly AnyNode[], sources: RichTextSources): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a rendered document doesn't change
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node, sources)}</Fragment>)
}

function renderNode(node: AnyNode, sources: RichTextSources): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return node.content?.length ? <p>{renderInlines(node.content, sources)}</p> : null
    case 'heading':
      return node.attrs.level === 2 ? (
        <h2 className="pt-6 font-display text-name">{renderInlines(node.content, sources)}</h2>
      ) : (
        <h3 className="pt-3 font-medium">{renderInlines(node.content, sources)}</h3>
      )
    case 'bulletList':
      return <ul className="list-disc space-y-2 pl-5">{renderNodes(node.content, sources)}</ul>
    case 'orderedList':
      return <ol className="list-decimal space-y-2 pl-5">{renderNodes(node.content, sources)}</ol>
    case 'listItem':
      return <li className="space-y-2">{renderNodes(node.content, sources)}</li>
    case 'blockquote':
      return (
        <blockquote className="space-y-3 border-rosewood border-l pl-6 font-display text-name">
          {renderNodes(node.content, sources)}
        </blockquote>
      )
    case 'horizontalRule':
      return <hr className="border-hairline" />
    case 'picture':
      return <RichTextPicture picture={sources.pictures[node.attrs.id]} {...node.attrs} />
    case 'product':
      return sources.renderProduct?.(node.attrs.id)
    case 'block':
      return sources.renderBlock?.(node.attrs.name)
    default:
      return null
  }
}

function renderInlines(inlines: RichTextInline[] | undefined, { values }: RichTextSources): ReactNode {
  return inlines?.map((inline, index) => {
    const content =
      inline.type === 'text' ? (
        inline.text
      ) : inline.type === 'value' ? (
        <Value name={inline.attrs.name} text={values[inline.attrs.name]} isLinked={hasLink(inline.marks)} />
      ) : (
        <br />
      )
    // biome-ignore lint/suspicious/noArrayIndexKey: a rendered document doesn't change
    return <Fragment key={index}>{(inline.marks ?? []).reduceRight(addMark, content)}</Fragment>
  })
}

function addMark(content: ReactNode, mark: RichTextMark): ReactNode {
  if (mark.type === 'bold') return <strong className="font-medium">{content}</strong>
  if (mark.type === 'italic') return <em>{content}</em>
  return <RichTextLink link={mark.attrs.href}>{content}</RichTextLink>
}

function RichTextLink({ link, children }: { link: string; children: ReactNode }) {
  // Checked again: a link is the only part of a document that could do harm.
  if (!isSafeLink(link)) return children
  if (link.startsWith('/')) return <TextLink to={link}>{children}</TextLink>
  return (
    <a href={link} rel="noopener" className="link-line">
      {children}
    </a>
  )
}

type ValueProps = { name: RichTextValue; text: string | undefined; isLinked: boolean }

function Value({ name, text = '', isLinked }: ValueProps) {
  if (name !== 'support-email' || isLinked) return text
  return <RichTextLink link={`mailto:${text}`}>{text}</RichTextLink>
}

function hasLink(marks: RichTextMark[] = []): boolean {
  return marks.some(({ type }) => type === 'link')
}
