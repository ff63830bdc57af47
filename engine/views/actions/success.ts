/** The toast that reports the result of an action or a save. */
import type { Engine } from '../../data/engine.ts';
import type { ToastType } from '../../data/toasts.ts';
import type { CompiledText, CompiledValue } from '../../language/compiled.ts';
import { evaluate, type Scope } from '../../language/evaluate.ts';
import { textIn } from '../../page/text.ts';

interface SuccessTexts {
  success?: CompiledText;
  successTone?: CompiledValue;
}

export function showSuccess(engine: Engine, { success, successTone }: SuccessTexts, scope: Scope): void {
  if (!success) return;
  const type = successTone ? (evaluate(successTone, scope) as ToastType) : 'success';
  engine.toasts.show({ type, text: textIn(engine.i18n, success, scope) });
}
