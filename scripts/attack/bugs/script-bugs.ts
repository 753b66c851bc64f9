// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

/** In the scripts of pages. */
export const SCRIPT_BUGS: Defect[] = [
  {
    name: 'a guest’s cart keeps listening after its page is gone',
    edits: [
      {
        file: 'web/cart/store/guest-cart-store.ts',
        find: "        if (!listeners.size) events().removeEventListener('storage', onStorage)\n",
        replace: '',
      },
    ],
    test: 'web/cart/store/guest-cart-store.test.ts',
    testName: 'the store listens to other tabs as long as someone is subscribed',
  },
  {
    name: 'other tabs don’t learn of a change of the cart',
    edits: [
      {
        file: 'web/cart/store/account-cart-store.ts',
        find: "      tabs?.postMessage('changed')\n",
        replace: '',
      },
    ],
    test: 'web/cart/store/account-cart-store.test.ts',
    testName: 'adding, changing, removing, and clearing show up in other tabs',
  },
  {
    name: 'a cached list keeps the prices of the previous country',
    edits: [{ file: 'web/client-loader-cache.ts', find: '`${url} ${document.cookie}`', replace: 'url' }],
    test: 'web/client-loader-cache.test.ts',
    testName: 'another list, and one in another currency, is loaded by itself',
  },
  {
    name: 'the focus moves behind an open menu',
    edits: [
      {
        file: 'web/admin/use-sidebar.ts',
        find: 'if (relatedTarget && !menu.contains(relatedTarget))',
        replace: 'if (relatedTarget && menu.contains(relatedTarget))',
      },
    ],
    test: 'web/admin/use-sidebar.test.ts',
    testName: 'the menu closes when the focus leaves it',
  },
]
