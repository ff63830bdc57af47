/**
 * Functions that expressions may call beside CEL's own. One list serves the checker (types) and the
 * evaluator; docs/screen-language.md prints it. Calendar days are `YYYY-MM-DD` strings everywhere.
 */
import type { Environment } from '@marcbachmann/cel-js';
import dayjs from 'dayjs';

export type ParameterType = 'string' | 'number' | 'date' | 'list';

export interface ExpressionFunction {
  name: string;
  /** Types of parameters, and of the result: `date` is a calendar day, `list` any list, `item` one of that list. */
  parameters: ParameterType[];
  result: 'string' | 'number' | 'date' | 'boolean' | 'list' | 'item';
  summary: string;
  run: (...values: never[]) => unknown;
}

const DAY = 'YYYY-MM-DD';

export const FUNCTIONS: ExpressionFunction[] = [
  {
    name: 'addDays',
    parameters: ['date', 'number'],
    result: 'date',
    summary: 'The day so many days later; a negative number goes back.',
    run: (day: string, days: number) => dayjs(day).add(Number(days), 'day').format(DAY),
  },
  {
    name: 'monthStart',
    parameters: ['date'],
    result: 'date',
    summary: 'First day of the month.',
    run: (day: string) => dayjs(day).startOf('month').format(DAY),
  },
  {
    name: 'lower',
    parameters: ['string'],
    result: 'string',
    summary: 'The text in lower case.',
    run: (text: string) => text.toLocaleLowerCase(),
  },
  {
    name: 'slice',
    parameters: ['list', 'number', 'number'],
    result: 'list',
    summary: 'Items from the first position up to, not including, the second; from 0, negative from the end.',
    run: (list: unknown[], from: number, to: number) => list.slice(Number(from), Number(to)),
  },
  {
    name: 'last',
    parameters: ['list'],
    result: 'item',
    summary: 'The last item of a list; null of an empty one.',
    run: (list: unknown[]) => list.at(-1) ?? null,
  },
  {
    name: 'checkDigit',
    parameters: ['string', 'list', 'number'],
    result: 'string',
    summary:
      'The check digit of a number: its first digits times these weights, their sum modulo the third, of that the last digit.',
    run: (text: string, weights: (number | bigint)[], modulus: number) =>
      String(
        (weights.reduce<number>((sum, weight, at) => sum + Number(weight) * Number(text[at]), 0) %
          Number(modulus)) %
          10,
      ),
  },
];

const CEL_TYPES: Record<string, string> = { date: 'string', number: 'double', item: 'dyn' };
const celType = (type: string): string => CEL_TYPES[type] ?? type;

/** CEL distinguishes ints and doubles; a function accepts either as a number. */
export function registerFunctions(environment: Environment): void {
  for (const one of FUNCTIONS)
    for (const parameters of variants(one.parameters.map(celType)))
      environment.registerFunction(
        `${one.name}(${parameters.join(', ')}): ${celType(one.result)}`,
        one.run as never,
      );
}

/** All combinations of parameters in which each `double` is a double or an int. */
function variants([first, ...rest]: string[]): string[][] {
  if (first === undefined) return [[]];
  const heads = first === 'double' ? ['double', 'int'] : [first];
  return variants(rest).flatMap((tail) => heads.map((head) => [head, ...tail]));
}
