/**
 * Selects the screen that shows the effect of a damaged file: the screen itself, one that depends on the file, or any.
 */
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import type { Project, ProjectFiles } from '../../engine/language/project.ts';
import { parseFile } from '../../engine/language/source.ts';
import { nodesOf } from '../../engine/workshop/address.ts';
import type { Random } from '../../server/core/random.ts';
import type { Damaged } from './damages.ts';
import type { Product } from './products.ts';

/** The screens that use each file, by its name. */
const users = new WeakMap<Project, Map<string, string[]>>();

/** The id of a screen of the whole product. */
export function shownFor({ file, kind }: Damaged, { whole, files }: Product, random: Random): string {
  const known = users.get(whole) ?? new Map<string, string[]>();
  users.set(whole, known);
  if (!known.has(file)) known.set(file, usersOf(file, kind, whole, files));
  const some = known.get(file)!;
  return random.pick(some.length ? some : [...whole.screens.keys()]);
}

function usersOf(file: string, kind: Damaged['kind'], whole: Project, files: ProjectFiles): string[] {
  const uses = userTest(file, kind, whole, files);
  return [...whole.screens.values()].filter(uses).map(({ id }) => id);
}

function userTest(
  file: string,
  kind: Damaged['kind'],
  { catalogue }: Project,
  files: ProjectFiles,
): (screen: CompiledScreen) => boolean {
  const source = [files[kind]].flat().find((one) => one.file === file)!;
  const value = parseFile(source).value as Record<string, unknown>;
  if (kind === 'screens') return (screen) => screen.file === file;
  if (kind === 'fragments') {
    const use = new RegExp(`"use":\\s*"${String(value.fragment)}"`);
    return ({ id }) => use.test(catalogue.screens.get(id)!.source.text);
  }
  if (kind === 'api')
    return ({ operations }) =>
      Object.keys(operations).some((id) => catalogue.api.operations.get(id)?.file === file);
  if (kind === 'manifests')
    return ({ uses }) => Object.values(uses).some((names: string[]) => names.includes(String(value.name)));
  if (kind === 'locales') return (screen) => nodesOf(screen).some(({ key }) => String(key) in value);
  return () => true;
}
