import type {Attributes, Context, Span, SpanOptions} from '@opentelemetry/api';

export type StartSpan = (name: string, under: Context, options: SpanOptions, attributes: Attributes) => Span;
