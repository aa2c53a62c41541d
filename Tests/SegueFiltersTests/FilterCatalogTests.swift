import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct FilterCatalogTests {
  @Test func everyEntrySaysWhatItIs() {
    let names = Catalog.filters.items.map(\.name) + Catalog.blends.items.map(\.name)
    #expect(Set(names).count == names.count)
    for entry in Catalog.filters.items { checkDescription(entry) }
    for entry in Catalog.blends.items { checkDescription(entry) }
  }
}
