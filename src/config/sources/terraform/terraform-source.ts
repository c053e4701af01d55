import {existsSync, statSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import type {Diagnostic, Position} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import type {JsonPath} from '../../../core/json.ts';
import {blocksOf, isRootFile} from '../../../core/terraform/code.ts';
import {SOURCE_ID} from '../../../core/terraform/source.ts';
import {type SourceProblem, sourceProblems} from '../../../core/terraform/source-problems.ts';
import {defined} from '../../../lib/defined.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import {shownPath} from '../../read-text.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, Source, SourceEntry} from '../source.ts';
import {filesBelow, readTexts, type SourceTexts} from './source-texts.ts';
import {type WrittenTerraform, writtenTerraform} from './terraform-model.ts';

/** The source of existing Terraform code. It becomes one resource, with the files in its attributes. */
export const terraformSource: Source = {
  inputs: ({written, place}) => {
    const {from, varFiles} = writtenTerraform(written);
    const [directories, files] = typeof from === 'string' ? [[from], []] : [[], from];
    const absolute = (path: string): string => resolve(place.stackDir, path);
    return {directories: directories.map(absolute), files: [...files, ...varFiles].map(absolute)};
  },
  build: async (entry) => {
    const wrong = (message: string, path: JsonPath, hint?: string): Built => ({
      candidates: [],
      diagnostics: [
        {
          severity: 'error',
          code: 'source/terraform',
          message,
          ...entry.at(path),
          ...defined({hint}),
        },
      ],
    });
    if (entry.earlier?.some(({declared}) => declared?.id === SOURCE_ID) === true)
      return wrong(
        'the stack has two sources of Terraform code, and their addresses and outputs could not be told apart',
        [],
        'Put them into one directory, or make a stack of each.',
      );
    const written = writtenTerraform(entry.written);
    const paths = pathsOf(written, entry);
    if (typeof paths === 'string') return wrong(paths, []);
    if ('candidates' in paths) return paths;
    const read = readTexts(paths);
    const named = written.varFiles.map((_, i) => varFileName(written, i));
    const origin = originOf(read, entry);
    return {
      candidates: [
        {
          type: 'Terraform',
          object: {files: read.texts, vars: written.vars, varFiles: named},
          origin,
          isExpandable: true,
          dependsOn: [],
          extensions: {},
          declared: {
            id: SOURCE_ID,
            diagnose: (message, hint) => diagnosticOf(origin.position([]), message, hint),
            diagnoseImport: (message, hint) => diagnosticOf(origin.position([]), message, hint),
          },
        },
      ],
      diagnostics: [
        ...read.diagnostics.map((one) => (one.at === undefined ? {...one, ...entry.at()} : one)),
        ...undeclared(written.vars, read.texts).map((name) => ({
          severity: 'error' as const,
          code: 'source/terraform',
          message: `the files declare no variable \`${name}\``,
          ...entry.at(['vars', name]),
          ...nearestHint(name, variableNames(read.texts)),
        })),
        ...sourceProblems(read.texts).map((one) => diagnosticOf(placeOf(one, read), one.message, one.hint)),
      ],
    };
  },
};

const diagnosticOf = (at: Position, message: string, hint?: string): Diagnostic => ({
  severity: 'error',
  code: 'source/terraform',
  message,
  at,
  ...defined({hint}),
});

/** Returns the names of values without a variable. */
const undeclared = (vars: WrittenTerraform['vars'], texts: SourceTexts['texts']): readonly string[] => {
  const names = new Set(variableNames(texts));
  return Object.keys(vars).filter((name) => !names.has(name));
};

const variableNames = (texts: SourceTexts['texts']): readonly string[] =>
  Object.entries(texts)
    .filter(([path]) => isRootFile(path))
    .flatMap(([path, text]) => blocksOf(path, text))
    .flatMap(({type, labels}) => (type === 'variable' ? labels : []));

function nearestHint(name: string, names: readonly string[]): {readonly hint: string} {
  const nearest = didYouMean(name, names);
  return {hint: nearest === undefined ? `Declare it in the files: variable "${name}" {}.` : `Did you mean ${nearest}?`};
}

/** Returns the files of a source by their paths in it; a text or a diagnostic is the reason why there are none. */
function pathsOf({from, varFiles}: WrittenTerraform, entry: SourceEntry): ReadonlyMap<string, string> | string | Built {
  const found = new Map<string, string>();
  for (const path of [from].flat()) {
    const one = pathInProject('terraform', path, entry);
    if ('candidates' in one) return one;
    if (!existsSync(one.path)) return `${shownPath(one.path)} was not found`;
    const isDirectory = statSync(one.path).isDirectory();
    if (typeof from === 'string' && isDirectory) for (const [name, file] of filesBelow(one.path)) found.set(name, file);
    else if (isDirectory) return `${shownPath(one.path)} is a directory: a list must have files`;
    else if (found.has(basename(path))) return `two files have the name ${basename(path)}`;
    else found.set(basename(path), one.path);
  }
  for (const [i, path] of varFiles.entries()) {
    const one = pathInProject('terraform', path, entry);
    if ('candidates' in one) return one;
    found.set(varFileName({from, varFiles, vars: {}}, i), one.path);
  }
  return found;
}

/** Names a file of `varFiles` so that Terraform reads it after all others, in the order of the list. */
const varFileName = ({varFiles}: WrittenTerraform, index: number): string =>
  `~${String(index).padStart(3, '0')}.auto.tfvars${varFiles[index]?.endsWith('.json') === true ? '.json' : ''}`;

/** Returns the origin of the resource: parts of `files` are in their file, everything else is in stack.yaml. */
function originOf({paths, texts}: SourceTexts, {at}: SourceEntry): Origin {
  const entry = at().at ?? {file: 'stack.yaml', line: 1, column: 1, endColumn: 1, text: ''};
  return {
    file: entry.file,
    position: ([part, name, ...rest]) => {
      const path = part === 'files' ? paths.get(String(name)) : undefined;
      if (path !== undefined) return positionIn(path, texts[String(name)] ?? '', 1, 1);
      return at(part === 'vars' && name !== undefined ? ['vars', name, ...rest] : []).at ?? entry;
    },
  };
}

const placeOf = ({file, line, column}: SourceProblem, {paths, texts}: SourceTexts): Position =>
  positionIn(paths.get(file) ?? file, texts[file] ?? '', line, column);

const positionIn = (path: string, text: string, line: number, column: number): Position => ({
  file: shownPath(path),
  line,
  column,
  endColumn: column + 1,
  text: text.split('\n')[line - 1] ?? '',
});
