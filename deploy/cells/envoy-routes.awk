# awk -f envoy-routes.awk organizations.map stores.map: the table of envoy.yaml. One line a key.
function action(cell) {
  type = "type.googleapis.com/envoy.config.route.v3.Route"
  route = "match: { prefix: / }, route: { cluster: " cell ", timeout: 0s }"
  return "action: { name: " cell ", typed_config: { '@type': " type ", " route " } }"
}
BEGIN {
  print "resources:"
  print "  - '@type': type.googleapis.com/envoy.config.route.v3.RouteConfiguration"
  print "    name: platform"
  print "    virtual_hosts:"
  print "      - name: platform"
  print "        domains: ['*']"
  print "        matcher:"
  print "          # Whoever names nobody: the description, wrong tokens, tokens older than the tables."
  print "          on_no_match: { " action("a") " }"
  print "          matcher_tree:"
  print "            input:"
  print "              name: key"
  print "              typed_config:"
  print "                '@type': type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput"
  print "                header_name: x-cell-key"
  print "            exact_match_map:"
  print "              map:"
}
NF == 2 { print "                '" $1 "': { " action($2) " }" }
