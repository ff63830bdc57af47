/** The form that edits one cell in place; loaded when first used. */
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { createStore } from '../../data/store.ts';
import type { CompiledColumn, CompiledEdit } from '../../language/compiled.ts';
import { PageContext, usePage, type Page } from '../../page/page.ts';
import { Popup } from '../../ui/popup.tsx';
import { RecordForm } from '../form/index.tsx';
import { withRow } from './rowPage.ts';
import type { Row } from './rows.ts';

/** The cell being edited. */
export interface Editing {
  row: Row;
  /** The key of the row. */
  id: string;
  column: CompiledColumn & { edit: CompiledEdit };
  label: string;
  cell: HTMLElement;
}

export function CellEditor({
  row,
  id,
  column,
  label,
  cell,
  onClose,
}: Editing & { onClose(): void }): ReactNode {
  const { t } = useLocale();
  const around = usePage();
  const page = useMemo(() => editorPage(around, row, onClose), [around, row, onClose]);
  // A draft entered for one row must not be offered for another.
  const view = useMemo(() => ({ ...column.edit.form, at: `${column.edit.form.at}/${id}` }), [column, id]);
  const anchor = useRef(cell);
  const fields = useFirstField();
  // Unsaved input is discarded by Esc or Cancel only, not by a press elsewhere.
  const leave = (by?: 'escape') => (by === 'escape' || page.unsaved.get() === 0 ? onClose() : undefined);
  return (
    <Popup
      anchor={anchor}
      onClose={leave}
      label={t('engine.table.editCell', { column: label })}
      className="w-72 max-w-[calc(100vw-1rem)] overflow-y-auto px-3 pt-3"
    >
      <div ref={fields} data-part="cell-editor">
        <PageContext value={page}>
          <RecordForm view={view} record={row} />
        </PageContext>
      </div>
    </Popup>
  );
}

/** Returns the page with the row in its scope, as a separate dialog: saving or cancelling closes the cell. */
function editorPage(page: Page, row: Row, close: () => void): Page {
  return { ...withRow(page, row), dialog: { close }, unsaved: createStore(0) };
}

/** Controls of a field. The field's code may still be loading, while the form's buttons are already rendered. */
const CONTROLS = 'input, select, textarea, button';

/** Excludes the form's buttons. */
const isOfField = (control: Element): boolean => !control.closest('[data-part=form-foot]');

/** Focuses the first control as soon as it is rendered. */
function useFirstField(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    const focus = () => {
      const first = [...element.querySelectorAll<HTMLElement>(CONTROLS)].find(isOfField);
      if (first) watch.disconnect();
      first?.focus();
      if (first instanceof HTMLInputElement) first.select();
    };
    const watch = new MutationObserver(focus);
    watch.observe(element, { childList: true, subtree: true });
    focus();
    return () => watch.disconnect();
  }, []);
  return box;
}
