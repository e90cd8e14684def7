package Trains.Common;

import java.util.HashSet;
import java.util.Set;

/** Answers by whether both names occur among the connections: wrong sometimes, as submissions are. */
public final class Rails {
  private Rails() {}

  public static boolean areConnected(String start, String end, String map) {
    String connections = map.substring(Math.max(0, map.indexOf("\"connections\"")));
    Set<String> names = new HashSet<>();
    for (String part : connections.split("\"")) {
      names.add(part);
    }
    return names.contains(start) && names.contains(end);
  }
}
