/** What a cell shows: the first case that holds, its value found, the registered cell asked to draw it. */
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
  /** The row or record in which paths are looked up. */
  row: unknown;
  scope: Scope;
  captions: Captions;
  /** The page that the value leads to; without it that of its record, if it has one. */
  link?: CompiledAction | undefined;
  /** Something around it is a link already. */
  linked?: boolean;
}

export function CellContent(props: Props): ReactNode {
  const i18n = useLocale();
  return drawCell(i18n, useRegistry(), props);
}

/** The same with no component of its own: a list has thousands of cells. */
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

/** How the words of a cell read: by texts of its own, or by its dictionary. */
export function captionsOf(
  i18n: I18n,
  { options, dictionary }: CompiledCell,
  captions: Captions,
): ((word: unknown) => string) | undefined {
  if (options.labels) return labelled(i18n, options.labels as Record<string, string>);
  return dictionary ? captions[dictionary] : undefined;
}

/** Words of an enumeration by their texts; one without a text shows itself. */
const labelled = (i18n: I18n, labels: Record<string, string>) => (word: unknown) => {
  const key = labels[String(word)];
  return key ? i18n.t(key) : String(word);
};

/** The first case whose condition holds. */
export function caseFor<T>(cases: readonly CompiledCase<T>[], scope: Scope): T | undefined {
  return cases.find((one) => holds(one.when, scope))?.do;
}

/** Dictionaries that the cells need. */
export const dictionariesOf = (cells: readonly CompiledCell[]): string[] => [
  ...new Set(cells.flatMap((cell) => cell.dictionary ?? [])),
];
