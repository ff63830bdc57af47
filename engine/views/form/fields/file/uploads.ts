/** Pending uploads of a field, each with its progress and error. */
import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../../../../data/engine.ts';
import type { I18n } from '../../../../data/i18n.ts';
import { useLocale } from '../../../../data/useLocale.ts';
import type { CompiledFile, CompiledOperation } from '../../../../language/compiled.ts';
import { isAccepted, sizeText } from '../../../../data/shownFiles.ts';

export interface Upload {
  id: number;
  file: File;
  /** From 0 to 1; null while it is unknown. */
  progress: number | null;
  /** Error message for the user; the upload has ended. */
  error?: string | undefined;
}

/**
 * Uploads files one after the other; `onDone` gets the reply for each, `onStart` a promise that resolves at the end to
 * whether all uploads succeeded.
 */
export function useUploads(
  { accept, maxSize, uploadWith }: CompiledFile,
  operation: CompiledOperation | undefined,
  onDone: (value: unknown) => void,
  onStart: (sending: Promise<boolean>) => void,
) {
  const { api, problems } = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);

  const change = (id: number, patch: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  const drop = (id: number) => {
    stops.current.get(id)?.abort();
    stops.current.delete(id);
    setUploads((list) => list.filter((one) => one.id !== id));
  };

  const send = async ({ id, file }: Upload): Promise<boolean> => {
    if (!operation) return false;
    const stop = new AbortController();
    stops.current.set(id, stop);
    const [property = 'file'] = operation.body ?? [];
    try {
      const reply = await api.call(
        operation,
        { ...uploadWith, [property]: file },
        { signal: stop.signal, onProgress: (progress) => change(id, { progress: progress ?? null }) },
      );
      // A cancelled upload does not count as failed.
      if (stop.signal.aborted) return true;
      drop(id);
      done.current(reply);
      return true;
    } catch (error) {
      if (!stop.signal.aborted)
        change(id, { error: problems.failureText(problems.of(error), t(triedKey(file))) });
      return stop.signal.aborted;
    }
  };
  const sendAll = async (list: readonly Upload[]): Promise<boolean> => {
    let arrived = true;
    for (const upload of list) if (upload.error || !(await send(upload))) arrived = false;
    return arrived;
  };

  const add = (files: readonly File[]) => {
    const fresh = files.map((file): Upload => {
      const error = refusal(i18n, file, { accept, maxSize });
      return { id: ++lastId.current, file, progress: 0, ...(error ? { error } : {}) };
    });
    setUploads((list) => [...list, ...fresh]);
    onStart(sendAll(fresh));
  };

  const retry = (upload: Upload) => {
    change(upload.id, { error: undefined, progress: 0 });
    onStart(send(upload));
  };
  return { uploads, add, drop, retry };
}

/** Text key of the failed action. */
const triedKey = ({ type }: File): string =>
  type.startsWith('image/') ? 'engine.file.photoFailed' : 'engine.file.failed';

/** Errors that are known before the upload; the server checks again. */
function refusal(
  i18n: I18n,
  file: File,
  { accept, maxSize }: { [Name in 'accept' | 'maxSize']: CompiledFile[Name] | undefined },
): string | undefined {
  if (!isAccepted(file, accept)) return i18n.t('engine.file.wrongKind', { kinds: accept?.join(', ') ?? '' });
  if (file.size === 0) return i18n.t('engine.file.empty');
  if (maxSize !== undefined && file.size > maxSize)
    return i18n.t('engine.file.tooLarge', { size: sizeText(i18n, maxSize) });
  return undefined;
}
