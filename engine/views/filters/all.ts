/** The components of all filter kinds of the language. */
import checkbox from './checkbox/index.tsx';
import component from './component/index.tsx';
import dateBegin from './dateBegin/index.tsx';
import dateEnd from './dateEnd/index.tsx';
import inputDate from './inputDate/index.tsx';
import inputTime from './inputTime/index.tsx';
import radio from './radio/index.tsx';
import searchBySelect from './searchBySelect/index.tsx';
import selectMany from './selectMany/index.tsx';
import selectOne from './selectOne/index.tsx';
import text from './text/index.tsx';

export const FILTERS = {
  checkbox,
  component,
  dateBegin,
  dateEnd,
  inputDate,
  inputTime,
  radio,
  searchBySelect,
  selectMany,
  selectOne,
  text,
};
