/** Converts rows of a query to lines of a page: values in their columns, sums of groups and of all rows. */
import type { CellValue } from '../export/values.ts';
import type { ColumnFormat, ReportFormat } from './definition.ts';
import { isNumber, valueOf, type CellKind } from './types.ts';

/** A column of a file. */
export interface MadeColumn {
  name: string;
  title: string;
  kind: CellKind;
  /** Its index in a row of the query. */
  at: number;
  format: ColumnFormat;
  width: number | undefined;
  total: boolean;
  group: boolean;
}

export interface Line {
  kind: 'row' | 'group' | 'total';
  cells: CellValue[];
}

export interface Words {
  yes: string;
  no: string;
  /** Label of the sums of all rows, and of a group. */
  total: string;
  subtotal: string;
}

/** A data set of a file. */
export interface MadePart {
  /** Name of the data set. */
  name: string;
  title: string;
  columns: MadeColumn[];
}

/** What a file is started with. */
export interface MakeStart {
  format: ReportFormat;
  /** The template file; without one the file is generated from the columns. */
  template?: Uint8Array | undefined;
  title: string;
  /** Parameters and their values as users see them; empty when they are hidden. */
  parameters: [string, string][];
  /** The same by name, for marks. */
  marks: Record<string, string>;
  parts: MadePart[];
  landscape: boolean;
  showColumnNums: boolean;
  locale: 'ru' | 'en';
  words: Words;
  foot: string;
}

/** Makes the lines of one data set, row by row. */
export class Lines {
  readonly #all: Sums;
  #group: Sums;
  #value: CellValue | undefined;
  #some = false;

  constructor(
    private readonly columns: readonly MadeColumn[],
    private readonly words: Words,
  ) {
    this.#all = new Sums(columns);
    this.#group = new Sums(columns);
  }

  /** Returns the lines of a row; when a new group starts, the sums of the previous one come first. */
  of(row: readonly (string | null)[]): Line[] {
    const cells = this.columns.map(({ at, kind }) => valueOf(row[at] ?? null, kind, this.words));
    const group = this.columns.findIndex(({ group: grouped }) => grouped);
    const lines: Line[] = [];
    if (group >= 0) {
      const value = keyOf(cells[group]!);
      if (this.#value !== undefined && value !== this.#value) lines.push(...this.#endGroup());
      this.#value = value;
    }
    this.#all.add(cells);
    this.#group.add(cells);
    this.#some = true;
    return [...lines, { kind: 'row', cells }];
  }

  /** Returns the sums at the end. */
  end(): Line[] {
    const lines = this.#value === undefined ? [] : this.#endGroup();
    const totals = this.columns.some(({ total }) => total);
    return totals && this.#some
      ? [...lines, { kind: 'total', cells: this.#all.line(this.words.total) }]
      : lines;
  }

  #endGroup(): Line[] {
    const sums = this.#group;
    this.#group = new Sums(this.columns);
    if (!this.columns.some(({ total }) => total)) return [];
    const named = `${this.words.subtotal} ${String(this.#value)}`;
    return [{ kind: 'group', cells: sums.line(named) }];
  }
}

const keyOf = (value: CellValue): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value);

class Sums {
  readonly #sums: number[];

  constructor(private readonly columns: readonly MadeColumn[]) {
    this.#sums = columns.map(() => 0);
  }

  add(cells: readonly CellValue[]): void {
    cells.forEach((cell, i) => {
      if (typeof cell === 'number') this.#sums[i]! += cell;
    });
  }

  line(title: string): CellValue[] {
    const cells = this.columns.map(({ total, kind }, i): CellValue =>
      // Removes rounding errors of the addition.
      total && isNumber(kind) ? Math.round(this.#sums[i]! * 1e6) / 1e6 : '',
    );
    const free = cells.indexOf('');
    if (free >= 0) cells[free] = title;
    return cells;
  }
}
