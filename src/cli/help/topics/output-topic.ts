import {OUTPUTS} from '../../flags/globals.ts';
import {REPORT_FORMATS, type ReportFormat} from '../../flags/report-flag.ts';
import {page} from '../page.ts';

const FORMATS: Readonly<Record<(typeof OUTPUTS)[number], string>> = {
  human: 'for people; the default',
  json: 'one document; its schema is in schemas/ of the package',
  yaml: 'the same document; `build` prints manifests',
  jsonl: 'events as they happen, one JSON document a line; the last line is the answer',
  markdown: 'for a pull request, an issue or a chat',
};

const REPORTS: Readonly<Record<ReportFormat, string>> = {
  markdown: 'as -o markdown',
  json: 'as -o json',
  yaml: 'as -o yaml',
  human: 'as -o human, without colours',
  junit: 'tests, for the test view of a CI system',
  sarif: 'findings, for code scanning',
  'gitlab-codequality': 'findings, for a merge request of GitLab',
  'gitlab-terraform': 'counts of changes, for a merge request of GitLab',
};

/** Returns the page about output formats and reports. */
export const outputTopic = (): string =>
  page('Output', [
    {text: 'stdout carries data, stderr carries messages and progress. -o chooses the format of stdout:'},
    {rows: OUTPUTS.map((name) => [name, FORMATS[name]])},
    {
      text: 'With -o json a failure is a document too: {"formatVersion": 1, "error": {"code", "message", "hint"}}. `code` is stable, the texts are not.',
    },
    {text: '--report FORMAT=FILE writes the answer to a file as well, and can be repeated:'},
    {rows: REPORT_FORMATS.map((name) => [name, REPORTS[name]])},
    {
      text: '-q prints results and errors only, -v prints retries and timings too. --color never, or NO_COLOR, switches colours off.',
    },
    {
      lines: [
        'gantry preview -o json | jq .summary',
        'gantry preview --report markdown=plan.md --report junit=plan.xml',
      ],
    },
  ]);
