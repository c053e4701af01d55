import type {YAMLException} from 'js-yaml';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Json} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {compose} from './compose.ts';
import {eventOrigin} from './event-origin.ts';
import {maskedPosition, mayHoldSecret} from './masked-position.ts';
import {parseAsLibyaml} from './parse-as-libyaml.ts';
import {recallDocuments} from './recall-documents.ts';
import {type SourceText, sourceText} from './source-text.ts';

/** One document of a YAML file. */
export type YamlDocument = {
  readonly value: Json;
  readonly origin: Origin;
  /** False if a part of the document was refused, so that the value is incomplete. */
  readonly isWhole: boolean;
};

/** All documents of a YAML file. Syntax errors are diagnostics. */
export type YamlFile = {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The options for reading YAML. */
export type ReadYamlOptions = {
  /** True if the last of two equal keys is kept, with a warning. For texts that users do not write. */
  readonly isLastKeyKept?: boolean;
};

/**
 * Reads YAML or JSON as kubectl does: several documents, anchors, merge keys. It refuses what it cannot keep exactly: duplicate keys,
 * large integers, tags. An empty document is null. A file with only comments has no documents.
 */
export function readYaml(written: string, file: string, {isLastKeyKept = false}: ReadYamlOptions = {}): YamlFile {
  const source = sourceText(written.startsWith('\uFEFF') ? written.slice(1) : written, file);
  const parsed = parseAsLibyaml(source);
  if ('error' in parsed) return {documents: [], diagnostics: [syntaxError(parsed.source, parsed.error)]};
  const {documents, diagnostics} = compose(parsed.source, parsed.tree, isLastKeyKept);
  const recall = recallDocuments(
    parsed.source,
    parsed.tree,
    documents.map(({node}) => node),
  );
  return {
    documents: documents.map(({value, node, isWhole}) => ({
      value,
      isWhole,
      origin: eventOrigin(file, () => recall(node)),
    })),
    diagnostics,
  };
}

function syntaxError(source: SourceText, {reason, mark}: YAMLException): Diagnostic {
  const hint = HINTS.find(({about}) => about.test(reason))?.hint;
  const offset = lastWritten(source.text, mark?.position ?? 0);
  const at = source.position(offset, offset + 1);
  return {
    severity: 'error',
    code: 'yaml/syntax',
    message: `invalid YAML: ${reason}`,
    at: mayHoldSecret(source.text) ? maskedPosition(at) : at,
    ...defined({hint}),
  };
}

/** Returns the offset of the last text. The parser reports an unclosed bracket or quote after the last line. */
function lastWritten(text: string, offset: number): number {
  if (text.slice(offset).trim() !== '') return offset;
  return Math.max(0, text.slice(0, offset).trimEnd().length - 1);
}

const HINTS: readonly {readonly about: RegExp; readonly hint: string}[] = [
  {about: /tab character/, hint: 'Indent with spaces.'},
  {about: /deficient indentation/, hint: 'Check for an unclosed bracket or quote above.'},
  {
    about: /bad indentation of a mapping entry/,
    hint: 'Check the indentation, and put quotes around a value that contains `: ` or begins with @ or `.',
  },
  {about: /document separator is expected/, hint: 'Separate documents by a line with ---.'},
];
