/**
 * A Vite plugin that rewrites dynamic imports of facade chunks (chunks of about fifty bytes that only re-export from the
 * chunk of a group) to import that chunk directly, which saves a request each. The facade files are still emitted.
 */
import type { Plugin, Rolldown } from 'vite';

const IMPORT = /^import\s*["'`]\.\/[^"'`]+["'`];?/;
const FACADE = /^export\s*\{([^}]+)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*(?:\/\/#.*)?$/;

export interface Facade {
  /** File in the same folder that exports the names. */
  file: string;
  /** Exported name → its name in that file. */
  names: [name: string, inside: string][];
}

export function directImports(): Plugin {
  return {
    name: 'direct-imports',
    apply: 'build',
    // The lists of preloaded files are complete by then.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === 'chunk',
        );
        const facades = new Map(
          chunks.flatMap(({ fileName, code, isDynamicEntry }) => {
            const facade = isDynamicEntry ? facadeOf(code) : undefined;
            return facade ? [[baseName(fileName), facade] as const] : [];
          }),
        );
        for (const chunk of chunks) {
          const direct = withoutFacades(chunk.code, facades);
          if (direct !== chunk.code) chunk.code = direct;
        }
      },
    },
  };
}

const baseName = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/** What a file re-exports, if it does nothing else. */
export function facadeOf(code: string): Facade | undefined {
  const [, names, file] = FACADE.exec(code.trim().replace(IMPORT, '').trim()) ?? [];
  if (names === undefined || file === undefined) return undefined;
  return {
    file,
    names: names.split(',').map((one) => {
      const [inside = '', name = inside] = one.trim().split(/\s+as\s+/);
      return [name, inside];
    }),
  };
}

/** Returns the code with imports and preloads of facades replaced by those of the files they re-export. */
export function withoutFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code
    .replace(/\bimport\((["'`])\.\/([^"'`]+)\1\)/g, (whole, quote: string, file: string) => {
      const facade = facades.get(file);
      if (!facade) return whole;
      const members = facade.names.map(([name, inside]) => `${JSON.stringify(name)}:e.${inside}`);
      return `import(${quote}./${facade.file}${quote}).then(e=>({${members.join(',')}}))`;
    })
    .replace(
      /(["'`])((?:[\w-]+\/)+)([\w.-]+\.js)\1/g,
      (whole, quote: string, folder: string, file: string) => {
        const facade = facades.get(file);
        return facade ? `${quote}${folder}${facade.file}${quote}` : whole;
      },
    );
}
