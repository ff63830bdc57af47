/** The products whose files are damaged: the real one with the hard screens, and the specimens. */
import { existsSync } from 'node:fs';
import { readProject } from '../../engine/build/project.ts';
import type { ApiOperation } from '../../engine/language/api.ts';
import type { Manifest } from '../../engine/language/catalogue.ts';
import { compileProject, type Project, type ProjectFiles } from '../../engine/language/project.ts';
import { definePicker, defineWidget } from '../../engine/registry/define.ts';
import { createRegistry, type Registry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import type { Answer } from '../grammar/driver.tsx';
import { specimen } from '../grammar/specimen.ts';
import { describedBy, sampleOf } from '../views/replies.ts';

export interface Product {
  files: ProjectFiles;
  /** The product without damage. */
  whole: Project;
  /** Where it is opened. */
  home: string;
  registry(): Registry;
  reply(operation: ApiOperation): Answer;
}

/** The product's own widgets; those with a manifest alone show their name. */
function registryOf(manifests: Iterable<Manifest>): Registry {
  const registry = createRegistry();
  registerBuiltins(registry);
  for (const { kind, name } of manifests) {
    if (registry.has(kind, name)) continue;
    const folder = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const component = () => `[${name}]`;
    if (existsSync(`widgets/${folder}/index.tsx`))
      registry.registerLazy(kind, name, () => import(`../../widgets/${folder}/index.tsx`));
    else if (kind === 'picker') registry.register(definePicker({ name, component }));
    else registry.register(defineWidget({ name, component }));
  }
  return registry;
}

/** The signed-in account has all permissions. */
const accountOf = ({ catalogue }: Project) => ({
  login: 'anna',
  firstName: 'Anna',
  lastName: 'Sample',
  permissions: catalogue.permissions,
});

function productOf(files: ProjectFiles, home: string, instanceType: string): Product {
  const whole = compileProject(files);
  const { api, manifests } = whole.catalogue;
  const { renew, info, property } = whole.app!.session;
  const own: Record<string, unknown> = {
    ...describedBy(whole.screens.values()),
    [renew!.id]: accountOf(whole),
    [property?.id ?? '']: { value: null },
    [info!.id]: { version: '1', instanceName: 'Sample', instanceType, timeZone: 'Europe/Moscow' },
  };
  const bodies = new Map<string, unknown>(Object.entries(own));
  return {
    files,
    whole,
    home,
    registry: () => registryOf(manifests.values()),
    reply: ({ id, reply, replyType }) => {
      if (!bodies.has(id)) {
        const file = !reply && replyType !== undefined;
        bodies.set(
          id,
          file ? new Blob(['x'], { type: replyType }) : reply ? sampleOf(reply, api.schemas) : {},
        );
      }
      return { status: 200, body: bodies.get(id) };
    },
  };
}

export const PRODUCTS = {
  'the product with the hard screens': () =>
    productOf(readProject({ root: '.', extend: ['tests/language/hard'] }), '/welcome', 'RO'),
  'the product of specimens': () => productOf(specimen(), '/books', 'TOWN'),
} as const;
