/** Types of what the compiler makes of the properties that the grammar marks (`x-kind`, see `marked` of site.ts). */
import type { MARKS } from '../../schemas/generated/marks.ts';
import type { CompiledAction, CompiledCase, CompiledText, CompiledValue, CompiledView } from './compiled.ts';

type Marks = typeof MARKS;

/** Title of a definition of the grammar that has marked properties. */
export type Definition = keyof Marks;

/** Compiled form by kind; that of a `word` is the word itself. */
interface Forms {
  text: CompiledText;
  condition: CompiledValue;
  value: CompiledValue;
  icon: string;
  view: CompiledView;
  action: CompiledAction;
  button: CompiledAction;
  actions: CompiledAction[];
  buttons: CompiledAction[];
  rowAction: CompiledCase<CompiledAction>[];
  permissions: string[];
}

/** Kinds that compile to an empty list where the author gives none. */
export type ListKind = 'actions' | 'buttons' | 'rowAction' | 'permissions';

type FormOf<Mark, Word> = Mark extends { kind: 'word' }
  ? NonNullable<Word>
  : Mark extends { kind: infer Kind extends keyof Forms }
    ? Forms[Kind]
    : never;

type Always<Mark> = Mark extends { kind: ListKind } | { default: unknown } | { required: true }
  ? true
  : false;

type WordOf<Config, Name> = Name extends keyof Config ? Config[Name] : never;

/**
 * The compiled form of the marked properties of a definition. `Config` is the author's form, for its words.
 *
 * @example
 * type Item = Marked<'StackItem', StackItem>; // { view: CompiledView; span: 1 | … | 'rest'; visibleWhen?: CompiledValue }
 */
export type Marked<D extends Definition, Config> = {
  [Name in keyof Marks[D] as Always<Marks[D][Name]> extends true ? Name : never]: FormOf<
    Marks[D][Name],
    WordOf<Config, Name>
  >;
} & {
  [Name in keyof Marks[D] as Always<Marks[D][Name]> extends true ? never : Name]?: FormOf<
    Marks[D][Name],
    WordOf<Config, Name>
  >;
};
