/**
 * A Vite plugin for packages that create components by calls at the top level of a module: their build omits the
 * annotation that such a call is pure, so unused components would stay in the bundle.
 */
import type { Plugin } from 'vite';

const CALL = /(^(?:export )?(?:var|const|let) \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;
/** The name for React's developer tools; the assignment would keep the component in the bundle. */
const NAME = /^\w+\.displayName = "[^"]*";$/gm;

/** @param of matches the module paths of those packages */
export function pureCalls(of: RegExp): Plugin {
  return {
    name: 'pure-calls',
    apply: 'build',
    transform: {
      filter: { id: of },
      handler: (code) => ({ code: marked(code), map: null }),
    },
  };
}

export const marked = (code: string): string => code.replace(NAME, '').replace(CALL, '$1/* @__PURE__ */ ');
