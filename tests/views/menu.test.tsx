// @vitest-environment happy-dom
/** A menu whose entries change while it is open. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MenuPanel } from '../../engine/ui/menuPanel.tsx';

afterEach(cleanup);

it('an entry that is being pressed gets the click although others appear above it and its label changes', async () => {
  const onSelect = vi.fn();
  const menu = (above: string[], label: string) => (
    <MenuPanel
      trigger={<button type="button">Действия</button>}
      items={[...above.map((one) => ({ label: one, onSelect: vi.fn() })), { id: 'off', label, onSelect }]}
    />
  );
  const { rerender } = render(menu(['Открыть'], 'Снять'));
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Действия' }), { button: 0 });
  fireEvent.click(screen.getByRole('button', { name: 'Действия' }));
  const entry = await screen.findByRole('menuitem', { name: 'Снять' });
  fireEvent.pointerDown(entry, { button: 0, pointerType: 'mouse' });
  rerender(menu(['Открыть', 'Переставить', 'Открыть'], 'Снять (2)'));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Открыть',
    'Переставить',
    'Открыть',
    'Снять (2)',
  ]);
  expect(entry.isConnected).toBe(true);
  fireEvent.click(entry);
  expect(onSelect).toHaveBeenCalledOnce();
});
