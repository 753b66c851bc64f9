/** Where toasts appear: in an open panel, or else on the page. Beside the panel, they would cover each other. */
export function findToastContainer(): Element {
  return document.querySelector(':popover-open [data-toasts]') ?? document.body
}
