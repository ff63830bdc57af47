/** Cells that need only their value and the locale. */
import type { ComponentType, ReactNode } from 'react';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import { defineCell, type CellProps, type Definition } from '../../registry/define.ts';

export type DrawCell = (props: CellProps, i18n: I18n) => ReactNode;

/**
 * Defines a cell without hooks. A table calls it within its row: a component and a subscription for each of a thousand
 * cells would cost more than their text.
 */
export function definePlainCell({ name, draw }: { name: string; draw: DrawCell }): Definition<'cell'> {
  const component = Object.assign((props: CellProps) => draw(props, useLocale()), { draw });
  return defineCell({ name, component });
}

export const plainDrawing = (component: ComponentType<CellProps>): DrawCell | undefined =>
  (component as { draw?: DrawCell }).draw;
