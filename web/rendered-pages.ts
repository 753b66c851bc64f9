/** The HTML of a rendered page, which the shell would otherwise decode from its bytes. */
export const renderedPages = new WeakMap<Response, string>()
