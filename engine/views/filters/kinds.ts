/** The facts of every kind of filter. */
import type { CompiledFilter, FilterKind } from '../../language/compiled.ts';
import { checkbox } from './checkbox/kind.ts';
import { component } from './component/kind.ts';
import { dateBegin } from './dateBegin/kind.ts';
import { dateEnd } from './dateEnd/kind.ts';
import { inputDate } from './inputDate/kind.ts';
import type { KindFacts } from './kind.ts';
import { radio } from './radio/kind.ts';
import { searchBySelect } from './searchBySelect/kind.ts';
import { selectMany } from './selectMany/kind.ts';
import { text } from './text/kind.ts';

const KINDS: Record<FilterKind, KindFacts> = {
  checkbox,
  component,
  dateBegin,
  dateEnd,
  inputDate,
  inputTime: {},
  radio,
  searchBySelect,
  selectMany,
  selectOne: {},
  text,
};

export const kindOf = ({ type }: CompiledFilter): KindFacts => KINDS[type];
