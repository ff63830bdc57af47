/** Runs the compiler in a worker, so that typing never waits for it. */
import { explainAt, suggest } from './complete.ts';
import { WorkshopCompiler } from './compiler.ts';
import { placeOf } from './place.ts';
import type { Question, Reply } from './protocol.ts';

/** Creates the function that answers requests; the first request opens the compiler. */
function createAnswerer(): (question: Question) => unknown {
  let compiler: WorkshopCompiler | undefined;
  return (question) => {
    if (question.kind !== 'open') return answer(compiler, question);
    compiler = new WorkshopCompiler(question.ask.files);
    const { screens, edited, dictionaries } = compiler;
    return { screens, edited, dictionaries };
  };
}

function answer(
  compiler: WorkshopCompiler | undefined,
  question: Exclude<Question, { kind: 'open' }>,
): unknown {
  if (!compiler) throw new Error('The sources were not given to the compiler');
  if (question.kind === 'text') return compiler.textOf(question.ask.file);
  if (question.kind === 'compile') {
    const { id, file, text } = question.ask;
    return compiler.compile(id, file, text);
  }
  if (question.kind === 'address') return placeOf(compiler.project, question.ask.id);
  const { text, offset, written } = question.ask;
  const { catalogue } = compiler.project;
  const answerer = question.kind === 'suggest' ? suggest : explainAt;
  return answerer(text, offset, catalogue, written);
}

const answerQuestion = createAnswerer();

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { number } = data;
  const reply = (message: Reply) => postMessage(message);
  try {
    reply({ number, answer: await answerQuestion(data) });
  } catch (error) {
    reply({ number, error: String(error) });
  }
});
