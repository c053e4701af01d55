import {isObject, type Json} from '../core/json.ts';
import type {ReportFormat} from './flags/report-flag.ts';

const COMMENT = '# Written by gantry.';
const MARKDOWN = '<!-- gantry:';
const JUNIT = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gantry';

/** Reports whether a text is a report of this format that Gantry wrote. A saved plan is not a report. */
export function hasMarker(format: ReportFormat, text: string): boolean {
  if (format === 'markdown') return text.startsWith(MARKDOWN);
  if (format === 'yaml') return text.startsWith(`${COMMENT}\n`) || text.startsWith('formatVersion: ');
  if (format === 'human') return text.endsWith(`\n${COMMENT}\n`);
  return format === 'junit' ? text.startsWith(JUNIT) : isJsonReport(format, parsed(text));
}

/** Adds a mark by which the next run recognizes the report, if the format allows one and the text has none. */
export function withMarker(format: ReportFormat, text: string): string {
  if (hasMarker(format, text)) return text;
  if (format === 'markdown') return `${MARKDOWN}report -->\n${text}`;
  if (format === 'yaml') return `${COMMENT}\n${text}`;
  return format === 'human' ? `${text.trimEnd()}\n\n${COMMENT}\n` : text;
}

type JsonFormat = 'json' | 'sarif' | 'gitlab-codequality' | 'gitlab-terraform';

function isJsonReport(format: JsonFormat, document: Json | undefined): boolean {
  if (format === 'gitlab-codequality')
    return Array.isArray(document) && document.every((one) => isObject(one) && 'check_name' in one);
  if (!isObject(document)) return false;
  if (format === 'gitlab-terraform')
    return Object.entries(document).every(([key, value]) => COUNTS.has(key) && typeof value === 'number');
  if (format === 'json') return typeof document['formatVersion'] === 'number' && !('gantryVersion' in document);
  const [run] = Array.isArray(document['runs']) ? document['runs'] : [];
  return JSON.stringify(run)?.startsWith('{"tool":{"driver":{"name":"gantry"') ?? false;
}

const COUNTS = new Set(['create', 'update', 'delete']);

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
