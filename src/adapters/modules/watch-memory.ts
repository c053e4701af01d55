import {readFileSync} from 'node:fs';

/** The most memory of the process of a module, in bytes: its heap, its buffers and Node.js itself. */
export const MOST_MEMORY = 512 * 1024 * 1024;

const EVERY_MS = 25;

/** Calls a function when a process uses more than {@link MOST_MEMORY}. Only Linux shows it; elsewhere the limit of the heap remains. */
export function watchMemory(pid: number, tooMuch: () => void): Disposable {
  const timer = setInterval(() => {
    if (residentBytes(pid) > MOST_MEMORY) tooMuch();
  }, EVERY_MS);
  return {[Symbol.dispose]: () => clearInterval(timer)};
}

function residentBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
