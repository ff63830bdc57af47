/** Names a part of a compiled screen: its kind, and the name that its author knows it by. */
import type { I18n } from '../data/i18n.ts';
import type { CompiledText, CompiledView } from '../language/compiled.ts';
import type { Part } from './find.ts';

const VIEWS: CompiledView['type'][] = [
  'table',
  'form',
  'details',
  'tabs',
  'stack',
  'tree',
  'wizard',
  'widget',
];

/** Kind of a part in terms of the grammar: `column`, `filter`, `action`; undefined for an object that is not a part. */
export function kindOf(part: Part): string | undefined {
  if ('language' in part) return 'screen';
  if ('at' in part && VIEWS.includes(part['type'] as CompiledView['type'])) return String(part['type']);
  if (part['type'] === 'field') return 'field';
  if ('tone' in part && 'then' in part) return 'action';
  if ('align' in part) return 'column';
  if ('paramName' in part) return 'filter';
  if (part['type'] === 'section') return 'section';
  if ('content' in part && 'span' in part) return 'detail';
  if ('view' in part && 'label' in part && 'access' in part) return 'tab';
  return 'layout' in part && 'label' in part ? 'pane' : undefined;
}

export function nameOf(i18n: I18n, part: Part): string {
  const { id, name, paramName, path, operation, screen, type } = part;
  const known = paramName ?? (Array.isArray(path) ? path.join('.') : undefined) ?? id ?? name;
  if (known !== undefined) return String(known);
  const verb = 'tone' in part ? [type, operation ?? screen].filter(Boolean).join(' ') : '';
  return [labelOf(i18n, part), verb && `(${verb})`].filter(Boolean).join(' ');
}

function labelOf(i18n: I18n, { label, title }: Part): string {
  const text = (label ?? title) as CompiledText | undefined;
  return text && 'key' in text ? `“${i18n.t(text.key)}”` : '';
}
