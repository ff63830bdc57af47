/** What the hand-written page knows of a contract: columns and filters, as code. */
import type { ReactNode } from 'react';

interface Word {
  name: string;
  caption: string;
}

export interface Contract {
  id: string;
  number: string;
  name: string;
  status: { type: Word } | Word;
  customer: { shortName?: string; name?: string } | null;
  supplier: { shortName?: string; name?: string } | null;
  type: Word | { type: Word };
  segment: Word | null;
  effectiveDate: string;
  expirationDate: string | null;
  changeTime: string;
}

export interface Filter {
  name: string;
  label: string;
  type: 'text' | 'date' | 'checkbox';
  words?: string[];
}

const day = (text: string | null) => (text ? text.split('-').reverse().join('.') : '…');
const time = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });
const word = (value: Word | { type: Word } | null) =>
  value && ('type' in value ? value.type.caption : value.caption);
const name = (value: Contract['customer']) => value && (value.shortName ?? value.name);

export const COLUMNS: {
  field: string;
  label: string;
  width: number;
  show(contract: Contract): ReactNode;
}[] = [
  { field: 'number', label: 'Номер', width: 150, show: (c) => c.number },
  {
    field: 'status',
    label: 'Состояние',
    width: 140,
    show: (c) => <span className="badge">{word(c.status)}</span>,
  },
  { field: 'customer', label: 'Заказчик', width: 200, show: (c) => name(c.customer) },
  { field: 'supplier', label: 'Исполнитель', width: 200, show: (c) => name(c.supplier) },
  { field: 'type', label: 'Тип', width: 170, show: (c) => word(c.type) },
  {
    field: 'effectiveDate',
    label: 'Срок действия',
    width: 190,
    show: (c) => `${day(c.effectiveDate)} — ${day(c.expirationDate)}`,
  },
  { field: 'name', label: 'Название', width: 300, show: (c) => c.name },
  { field: 'segment', label: 'Сегмент', width: 150, show: (c) => word(c.segment) },
  { field: 'changeTime', label: 'Изменён', width: 150, show: (c) => time.format(new Date(c.changeTime)) },
];

export const FILTERS: Filter[] = [
  { name: 'statuses', label: 'Состояния', type: 'text', words: ['ACTIVE', 'BLOCKED', 'EXPIRED', 'REMOVED'] },
  { name: 'types', label: 'Типы', type: 'text', words: ['COLLECTION', 'SERVICE', 'WASH'] },
  { name: 'segment', label: 'Сегмент', type: 'text', words: ['BUSINESS', 'POPULATION'] },
  { name: 'dateFrom', label: 'Действует с', type: 'date' },
  { name: 'dateTo', label: 'по', type: 'date' },
  { name: 'customerId', label: 'Заказчик', type: 'text' },
  { name: 'supplierId', label: 'Исполнитель', type: 'text' },
  { name: 'changedSince', label: 'Изменён после', type: 'date' },
  { name: 'kind', label: 'Сторона', type: 'text', words: ['ALL', 'CUSTOMER', 'SUPPLIER'] },
  { name: 'autoRenewal', label: 'С продлением', type: 'checkbox' },
];
