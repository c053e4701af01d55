import {isObject} from '../../../../core/json.ts';
import {listAt, textAt} from '../../../../kubernetes/readiness/read.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {PATIENCE, readPods, unlessLost} from '../execute/read-pods.ts';
import type {RunHook} from './delete-hook.ts';

const LINES = 200;

/** Emits the end of the log of each container of a hook, for `helm.sh/hook-output-log-policy`. A log that cannot be read is left out. */
export async function printLogs({client}: ExecuteSession, {target, live}: RunHook, run: StepRun): Promise<void> {
  const {namespace} = target.identity;
  const {signal, onLog} = run;
  if (onLog === undefined) return;
  const {all} = await readPods({client, signal, namespace}, live);
  for (const pod of all)
    for (const container of [...listAt(pod, 'spec', 'initContainers'), ...listAt(pod, 'spec', 'containers')]) {
      if (!isObject(container)) continue;
      const [name, of] = [textAt(container, 'name'), textAt(pod, 'metadata', 'name')];
      const about = {namespace: namespace ?? '', pod: of, container: name, tailLines: LINES};
      const reply = await unlessLost(signal, () => client.log({...about, signal, ...PATIENCE}));
      if (reply?.ok === true)
        for (const line of reply.lines) onLog({pod: of, container: name, line: client.clean(line)});
    }
}
