{{- define "store.password" -}}
{{- $existing := lookup "v1" "Secret" .Release.Namespace (printf "%s-auth" .Release.Name) -}}
{{- if .Values.auth.password -}}
{{- .Values.auth.password | b64enc -}}
{{- else if and $existing (index (default dict $existing.data) "password") -}}
{{- index $existing.data "password" -}}
{{- else -}}
{{- randAlphaNum 24 | b64enc -}}
{{- end -}}
{{- end }}
