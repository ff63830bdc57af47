// @vitest-environment happy-dom
/** The action that sends files: what is chosen, what is sent, its progress, its outcome. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engine } from '../engine.ts';
import type { CompiledStack } from '../../engine/language/compiled.ts';
import { chosen, fakeUploads, FakeRequest } from './fakeRequest.ts';
import {
  action,
  operation,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  things,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const EMPTY: CompiledStack = { type: 'stack', at: '/view', direction: 'rows', items: [] };
const attach = operation('attach', {
  method: 'POST',
  path: '/api/thing/{id}/files',
  parameters: { id: { in: 'path', required: true } },
  body: ['file', 'note'],
  multipart: true,
  reply: 'record',
});
const button = action('upload', {
  operation: 'attach',
  property: 'file',
  accept: ['image/*'],
  multiple: true,
  label: { const: 'Приложить' },
  with: { id: { const: 7 }, note: { const: 'скан' } },
  success: { key: 'engine.table.page', with: { page: { path: ['result', 'id'] }, pages: { const: 9 } } },
});
const page = screenOf(EMPTY, { buttons: [button], operations: { things, attach } });

beforeEach(() => {
  serve(() => ({}));
  fakeUploads();
});
afterEach(() => vi.restoreAllMocks());

const press = () => userEvent.click(screen.getByRole('button', { name: 'Приложить' }));
const fileOf = (request: FakeRequest) => (request.body!.get('file') as File).name;
const sent = (index: number) =>
  waitFor(() => FakeRequest.all[index] ?? Promise.reject(new Error('none yet')));

describe('an upload', () => {
  it('sends each file in a separate request, with the values of the action', async () => {
    chosen.files = [new File(['a'], 'a.png'), new File(['bb'], 'b.png')];
    await renderScreen(page);
    await press();
    const first = await sent(0);
    expect(chosen).toMatchObject({ accept: 'image/*', multiple: true });
    expect(first.line).toBe('POST /api/thing/7/files');
    expect(first.headers['X-Requested-With']).toBe('XMLHttpRequest');
    expect(first.headers['Content-Type']).toBeUndefined();
    expect(fileOf(first)).toBe('a.png');
    expect(first.body?.get('note')).toBe('скан');
    await act(async () => first.answer(200, { id: 1 }));
    const second = await sent(1);
    expect(fileOf(second)).toBe('b.png');
    await act(async () => second.answer(200, { id: 2 }));
    await waitFor(() => expect(shownToasts()).toEqual(['success: 2 из 9']));
  });

  it('shows its progress, and stops on demand without an error message', async () => {
    chosen.files = [new File(['a'], 'a.png'), new File(['b'], 'b.png')];
    await renderScreen(page);
    await press();
    const first = await sent(0);
    act(() => first.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }));
    await waitFor(() => expect(engine.toasts.get()[0]).toMatchObject({ progress: 0.25, unremovable: true }));
    await act(async () => engine.toasts.get()[0]!.button!.onSelect());
    await waitFor(() => expect(engine.toasts.get()).toEqual([]));
    expect(FakeRequest.all).toHaveLength(1);
  });

  it('names the file that is refused, in the words of the server, and sends the others', async () => {
    chosen.files = [new File(['a'], 'a.exe'), new File(['b'], 'b.png')];
    await renderScreen(page);
    await press();
    await act(async () => (await sent(0)).answer(400, { message: 'Такие файлы не принимаются' }));
    await waitFor(() =>
      expect(shownToasts()).toEqual(['error: Файл «a.exe» не принят: Такие файлы не принимаются']),
    );
    const second = await sent(1);
    expect(fileOf(second)).toBe('b.png');
    await act(async () => second.answer(200, { id: 2 }));
    await waitFor(() => expect(shownToasts()).toContain('success: 2 из 9'));
  });

  it('sends no request when no file is chosen', async () => {
    chosen.files = [];
    await renderScreen(page);
    await press();
    expect(FakeRequest.all).toEqual([]);
    expect(shownToasts()).toEqual([]);
  });
});
