/**
 * A Vite plugin for packages that make components by calls at the top of a module: their build leaves out the mark that
 * such a call changes nothing, so components that nobody uses stay in the product.
 */
import type { Plugin } from 'vite';

const CALL = /(^(?:export )?(?:var|const|let) \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;
/** A name for the developer tools of React; writing it keeps the component. */
const NAME = /^\w+\.displayName = "[^"]*";$/gm;

/** @param of paths of the modules of those packages */
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
