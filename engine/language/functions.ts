/**
 * Functions that expressions may call beside CEL's own. One list serves the checker (types) and the
 * evaluator; docs/screen-language.md prints it. Calendar days are `YYYY-MM-DD` strings everywhere.
 */
import type { Environment } from '@marcbachmann/cel-js';
import dayjs from 'dayjs';

interface ExpressionFunction {
  name: string;
  /** CEL signature, as the library takes it. */
  signature: string;
  /** Types of parameters and result for the checker; `date` is a calendar day. */
  parameters: ('string' | 'number' | 'date')[];
  result: 'string' | 'number' | 'date' | 'boolean';
  summary: string;
  run: (...values: never[]) => unknown;
}

const DAY = 'YYYY-MM-DD';

export const FUNCTIONS: ExpressionFunction[] = [
  {
    name: 'addDays',
    signature: 'addDays(string, double): string',
    parameters: ['date', 'number'],
    result: 'date',
    summary: 'The day so many days later; a negative number goes back.',
    run: (day: string, days: number) => dayjs(day).add(Number(days), 'day').format(DAY),
  },
  {
    name: 'monthStart',
    signature: 'monthStart(string): string',
    parameters: ['date'],
    result: 'date',
    summary: 'First day of the month.',
    run: (day: string) => dayjs(day).startOf('month').format(DAY),
  },
  {
    name: 'lower',
    signature: 'lower(string): string',
    parameters: ['string'],
    result: 'string',
    summary: 'The text in lower case.',
    run: (text: string) => text.toLocaleLowerCase(),
  },
];

export function registerFunctions(environment: Environment): void {
  for (const { signature, run } of FUNCTIONS) environment.registerFunction(signature, run as never);
}
