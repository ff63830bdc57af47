// @vitest-environment happy-dom
/** A menu whose entries change while it is open. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MenuPanel } from '../../engine/ui/menuPanel.tsx';

afterEach(cleanup);

it('an entry that is being pressed gets the click although others appear above it', async () => {
  const onSelect = vi.fn();
  const last = { label: 'Снять', onSelect };
  const menu = (above: string[]) => (
    <MenuPanel
      trigger={<button type="button">Действия</button>}
      items={[...above.map((label) => ({ label, onSelect: vi.fn() })), last]}
    />
  );
  const { rerender } = render(menu(['Открыть']));
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Действия' }), { button: 0 });
  fireEvent.click(screen.getByRole('button', { name: 'Действия' }));
  const entry = await screen.findByRole('menuitem', { name: 'Снять' });
  fireEvent.pointerDown(entry, { button: 0, pointerType: 'mouse' });
  rerender(menu(['Открыть', 'Переставить', 'Открыть']));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Открыть',
    'Переставить',
    'Открыть',
    'Снять',
  ]);
  expect(entry.isConnected).toBe(true);
  fireEvent.click(entry);
  expect(onSelect).toHaveBeenCalledOnce();
});
