/** The engine's own field widgets; they load with the first form. */
import checkbox from './checkbox/index.tsx';
import checklist from './checklist/index.tsx';
import colour from './colour/index.tsx';
import confirmableDate from './confirmableDate/index.tsx';
import count from './count/index.tsx';
import date from './date/index.tsx';
import days from './days/index.tsx';
import dateTime from './dateTime/index.tsx';
import file from './file/index.tsx';
import integer from './integer/index.tsx';
import list from './list/index.tsx';
import mail from './mail/index.tsx';
import multiselect from './multiselect/index.tsx';
import number from './number/index.tsx';
import password from './password/index.tsx';
import phone from './phone/index.tsx';
import radio from './radio/index.tsx';
import reference from './reference/index.tsx';
import schedule from './schedule/index.tsx';
import select from './select/index.tsx';
import table from './table/index.tsx';
import tags from './tags/index.tsx';
import text from './text/index.tsx';
import textarea from './textarea/index.tsx';
import time from './time/index.tsx';

export const FIELDS = {
  checkbox,
  checklist,
  colour,
  confirmableDate,
  count,
  date,
  dateTime,
  days,
  file,
  integer,
  list,
  mail,
  multiselect,
  number,
  password,
  phone,
  radio,
  reference,
  schedule,
  select,
  table,
  tags,
  text,
  textarea,
  time,
};
