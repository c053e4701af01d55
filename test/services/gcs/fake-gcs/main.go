// Serves fake-gcs-server on an address of this machine with TLS, and checks the precondition of deletions, which fake-gcs-server ignores.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("fake-gcs ADDRESS CERTIFICATE KEY")
	}
	server, err := fakestorage.NewServerWithOptions(fakestorage.Options{NoListener: true, PublicHost: os.Args[1]})
	if err != nil {
		log.Fatal(err)
	}
	handler := conditionalDeletions(server.HTTPHandler())
	log.Fatal(http.ListenAndServeTLS(os.Args[1], os.Args[2], os.Args[3], handler))
}

// conditionalDeletions refuses to delete another generation than the one that ifGenerationMatch names, with the answers of Cloud
// Storage. No other write comes between the look and the deletion.
func conditionalDeletions(next http.Handler) http.Handler {
	var writes sync.RWMutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wanted := r.URL.Query().Get("ifGenerationMatch")
		isDeletion := r.Method == http.MethodDelete && strings.HasPrefix(r.URL.Path, "/storage/v1/b/")
		switch {
		case isDeletion:
			writes.Lock()
			defer writes.Unlock()
			if status := refusal(next, r, wanted); status != 0 {
				http.Error(w, http.StatusText(status), status)
				return
			}
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			writes.RLock()
			defer writes.RUnlock()
		}
		next.ServeHTTP(w, r)
	})
}

// refusal is the status of a deletion that must not be done; 0: its condition holds, or it has none.
func refusal(next http.Handler, r *http.Request, wanted string) int {
	if wanted == "" {
		return 0
	}
	look := httptest.NewRequest(http.MethodGet, "https://"+r.Host+r.URL.EscapedPath(), nil)
	answer := httptest.NewRecorder()
	next.ServeHTTP(answer, look)
	if answer.Code != http.StatusOK {
		return http.StatusNotFound
	}
	var facts struct {
		Generation string `json:"generation"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &facts); err != nil {
		return http.StatusInternalServerError
	}
	if facts.Generation != wanted {
		return http.StatusPreconditionFailed
	}
	return 0
}
