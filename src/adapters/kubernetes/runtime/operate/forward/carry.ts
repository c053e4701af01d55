import type {LocalConnection} from '../../../../../ports/listener.ts';
import type {PodSocket, PodSocketEvents} from './pod-socket.ts';

/** A local connection, and how to connect it to the pod. */
export type Carrying = {
  readonly local: LocalConnection;
  readonly connect: (events: PodSocketEvents) => Promise<PodSocket>;
  readonly onProblem: (text: string) => void;
};

/** The most bytes that wait for a slow reader before the server is paused. */
const WAITING_BYTES = 1024 * 1024;
/** The protocol cannot signal that one side has ended, so after that a silence of this length ends the connection. */
const SILENCE_MS = 30_000;

/** Forwards bytes in both directions until one end closes. */
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
      // The local end has closed.
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
      // One end is closed, so the connection is.
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
