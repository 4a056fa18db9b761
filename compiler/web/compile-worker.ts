/** A compile worker: compiles layouts for the page that started it, so that the page stays responsive. */
import { HostError } from '../../module/host-error.ts';
import { ChoiceError } from '../choose/choice-error.ts';
import { compile } from '../index.ts';
import { LayoutError } from '../layout-error.ts';
import type { CompileMessage, CompileTask } from './compile-message.ts';

/** The part of a worker's global scope that is used; its own types conflict with those of the DOM. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<CompileTask>) => void) | null;
  postMessage(message: CompileMessage): void;
}

const page = globalThis as unknown as WorkerScope;
page.onmessage = async ({ data }) => page.postMessage(await answer(data));

async function answer({ id, source, options }: CompileTask): Promise<CompileMessage> {
  try {
    const { manifest, bytes, warnings } = await compile(source, options);
    return { id, kind: 'compiled', compiled: { manifest, bytes, warnings } };
  } catch (error) {
    if (error instanceof LayoutError) return { id, kind: 'layout', diagnostics: error.diagnostics };
    if (error instanceof ChoiceError) {
      return { id, kind: 'choice', message: error.message, remedy: error.remedy };
    }
    if (error instanceof HostError) {
      return { id, kind: 'data', message: error.message, remedy: error.remedy };
    }
    return { id, kind: 'defect', message: error instanceof Error ? error.message : String(error) };
  }
}
