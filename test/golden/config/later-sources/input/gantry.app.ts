name: web
