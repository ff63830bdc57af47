/** Contents of a cell: takes the first matching case, finds its value and draws it with the registered cell. */
import { createElement, type ReactNode } from 'react';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import { evaluate, holds, valueAt, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledCase, CompiledCell } from '../../language/compiled.ts';
import { isEmpty } from '../../language/request.ts';
import { useRegistry } from '../../registry/context.ts';
import type { Registry } from '../../registry/registry.ts';
import { Registered } from '../registered.tsx';
import { plainDrawing } from './plain.ts';
import { PageLink, RecordLink } from './RecordLink.tsx';

export type Captions = Record<string, (word: unknown) => string>;

interface Props {
  content: CompiledCell;
  /** Row or record in which paths are looked up. */
  row: unknown;
  scope: Scope;
  captions: Captions;
  /** Link to a page for the value; without it, the value links to the page of its record, if it has one. */
  link?: CompiledAction | undefined;
  /** The cell is already inside a link. */
  linked?: boolean;
}

export function CellContent(props: Props): ReactNode {
  const i18n = useLocale();
  return drawCell(i18n, useRegistry(), props);
}

/** Same as `CellContent` without a component: a list has thousands of cells. */
export function drawCell(
  i18n: I18n,
  registry: Registry,
  { content, row, scope, captions, link, linked = false }: Props,
): ReactNode {
  const values =
    'paths' in content ? content.paths.map((path) => valueAt(row, path)) : [evaluate(content.value, scope)];
  const caption = captionsOf(i18n, content, captions);
  const props = {
    value: values[0],
    values,
    options: content.options,
    row,
    ...(caption ? { caption } : {}),
    ...(content.tones ? { tones: content.tones } : {}),
    ...(content.file ? { file: content.file } : {}),
  };
  const Component = registry.get('cell', content.cell);
  const draw = Component && plainDrawing(Component);
  const cell = draw ? (
    draw(props, i18n)
  ) : Component ? (
    createElement(Component, props)
  ) : (
    <Registered kind="cell" name={content.cell} props={props} />
  );
  if (linked || content.interactive) return cell;
  if (link?.type === 'navigate' && !values.every(isEmpty))
    return (
      <PageLink link={link} scope={scope}>
        {cell}
      </PageLink>
    );
  return content.page ? (
    <RecordLink page={content.page} value={values[0]}>
      {cell}
    </RecordLink>
  ) : (
    cell
  );
}

/** Returns the captions of a cell's values: from its own labels, or from its dictionary. */
export function captionsOf(
  i18n: I18n,
  { options, dictionary }: CompiledCell,
  captions: Captions,
): ((word: unknown) => string) | undefined {
  if (options.labels) return labelled(i18n, options.labels as Record<string, string>);
  return dictionary ? captions[dictionary] : undefined;
}

/** Returns captions of enum values from their labels; a value without a label shows itself. */
const labelled = (i18n: I18n, labels: Record<string, string>) => (word: unknown) => {
  const key = labels[String(word)];
  return key ? i18n.t(key) : String(word);
};

/** Returns the first case whose condition is true. */
export function caseFor<T>(cases: readonly CompiledCase<T>[], scope: Scope): T | undefined {
  return cases.find((one) => holds(one.when, scope))?.do;
}

/** Returns the dictionaries that the cells need. */
export const dictionariesOf = (cells: readonly CompiledCell[]): string[] => [
  ...new Set(cells.flatMap((cell) => cell.dictionary ?? [])),
];
