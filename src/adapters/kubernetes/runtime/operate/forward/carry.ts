import type {LocalConnection} from '../../../../../ports/listener.ts';
import type {PodSocket, PodSocketEvents} from './pod-socket.ts';

/** One local connection and how to reach the pod for it. */
export type Carrying = {
  readonly local: LocalConnection;
  readonly connect: (events: PodSocketEvents) => Promise<PodSocket>;
  readonly onProblem: (text: string) => void;
};

/** So much may wait for a slow reader before the server is told to hold on. */
const WAITING_BYTES = 1024 * 1024;
/** The protocol cannot say that one side has said all: what is silent for so long after that, is over. */
const SILENCE_MS = 30_000;

/** Carries bytes both ways until one end closes. */
export async function carry({local, connect, onProblem}: Carrying): Promise<void> {
  const closed = Promise.withResolvers<void>();
  let [written, waiting] = [Promise.resolve(), 0];
  let pod: PodSocket | undefined;
  let silence: NodeJS.Timeout | undefined;
  const writeAfter = async (before: Promise<void>, bytes: Uint8Array): Promise<void> => {
    await before;
    try {
      await local.send(bytes);
    } catch {
      // Nobody listens any more.
      pod?.close();
    }
    waiting -= bytes.length;
    if (waiting <= WAITING_BYTES) pod?.resume();
  };
  const events: PodSocketEvents = {
    onData: (bytes) => {
      silence?.refresh();
      waiting += bytes.length;
      if (waiting > WAITING_BYTES) pod?.pause();
      written = writeAfter(written, bytes);
    },
    onProblem,
    onClose: closed.resolve,
  };
  pod = await connect(events);
  const open = pod;
  const outgoing = async (): Promise<void> => {
    try {
      for await (const bytes of local) await open.send(bytes);
      silence = setTimeout(() => open.close(), SILENCE_MS);
    } catch {
      // One end is gone: so is the connection.
      open.close();
    }
  };
  const sending = outgoing();
  await closed.promise;
  clearTimeout(silence);
  await written;
  local.end();
  await Promise.race([sending, new Promise((resolve) => setImmediate(resolve))]);
  clearTimeout(silence);
}
