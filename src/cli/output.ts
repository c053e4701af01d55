import type {Failure} from '../core/failure/failure.ts';
import {bugText, errorText} from '../ui/error-text.ts';
import type {Io} from '../ui/io.ts';
import {bugDocument, errorDocument, jsonLine, jsonText} from '../ui/json.ts';
import type {Style} from '../ui/style.ts';
import type {Output} from './flags/globals.ts';

/** A document on stdout in a machine's format. */
export async function writeDocument(
  io: Io,
  output: Exclude<Output, 'human'>,
  document: unknown,
  type: 'result' | 'error',
  yaml: readonly unknown[] = [document],
): Promise<void> {
  switch (output) {
    case 'json':
      io.stdout.write(jsonText(document));
      return;
    case 'jsonl':
      io.stdout.write(jsonLine({type, ...(document as object)}));
      return;
    case 'yaml':
      io.stdout.write((await import('../app/to-yaml.ts')).toYaml(yaml));
  }
}

/** Says that a command failed: to people on stderr, always; to machines on stdout. */
export async function writeFailure(io: Io, output: Output, failure: Failure, style: Style): Promise<void> {
  io.stderr.write(errorText(failure, style));
  if (output !== 'human') await writeDocument(io, output, errorDocument(failure), 'error');
}

/** The same for a bug. */
export async function writeBug(io: Io, output: Output, error: unknown, version: string, style: Style): Promise<void> {
  io.stderr.write(bugText(error, version, style));
  if (output !== 'human') await writeDocument(io, output, bugDocument(error), 'error');
}
